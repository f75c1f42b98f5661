/** The messages of the contract, as they are generated from it. */

export * from "./gen/sanguosha/v1/card_pb.js";
export * from "./gen/sanguosha/v1/catalogue_service_pb.js";
export * from "./gen/sanguosha/v1/decision_pb.js";
export * from "./gen/sanguosha/v1/error_pb.js";
export * from "./gen/sanguosha/v1/event_pb.js";
export * from "./gen/sanguosha/v1/event_cards_pb.js";
export * from "./gen/sanguosha/v1/event_seats_pb.js";
export * from "./gen/sanguosha/v1/event_turns_pb.js";
export * from "./gen/sanguosha/v1/lobby_service_pb.js";
export * from "./gen/sanguosha/v1/match_pb.js";
export * from "./gen/sanguosha/v1/match_service_pb.js";
export * from "./gen/sanguosha/v1/replay_service_pb.js";
export * from "./gen/sanguosha/v1/ruleset_pb.js";
export * from "./gen/sanguosha/v1/series_service_pb.js";
export * from "./gen/sanguosha/v1/server_service_pb.js";
export * from "./gen/sanguosha/v1/table_service_pb.js";
export * from "./gen/sanguosha/v1/talk_pb.js";
export * from "./gen/sanguosha/v1/view_pb.js";
