// Every option of the contract is among the rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ScalarType } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { RulesetOptionsSchema, rulesetOf } from "@sanguosha/client";

test("each option is set by a rule of its name, and nothing else is", () => {
  for (const field of RulesetOptionsSchema.fields) {
    const value = field.fieldKind === "scalar" && field.scalar === ScalarType.BOOL ? true : 1;
    const { options } = rulesetOf({ [field.localName]: value });
    assert.ok(options);
    const made = reflect(RulesetOptionsSchema, options);
    assert.deepEqual(made.fields.filter((other) => made.isSet(other)).map(({ name }) => name), [field.name]);
    if (field.fieldKind === "scalar") assert.equal(made.get(field), value);
  }
});
