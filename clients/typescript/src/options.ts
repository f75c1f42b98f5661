/** Options by their names, which nothing but TypeScript looks at. */

/** Throws `TypeError` where something is left of the options when those that there are have been taken: from JavaScript
 * anything may come, and a misspelt name would be passed over in silence. */
export function nothingElse(left: object): void {
  const names = Object.keys(left);
  if (names.length) throw new TypeError(`there is no option ${names.join(", ")}`);
}
