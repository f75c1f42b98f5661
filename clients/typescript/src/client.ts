/** A server, and everything that it does for whoever plays no seat yet. */

import { Connection } from "./connection.js";
import type { CallOptions, ClientOptions } from "./connection.js";
import { SanguoshaError } from "./errors.js";
import { CatalogueService, LobbyService, MatchService, MatchState, ReplayService } from "./messages.js";
import { SeriesService, ServerService, SpectatorAccess, TableService } from "./messages.js";
import type { Catalogue, GetViewResponse, Match, MatchResult, Replay, Ruleset, Series, ServerInfo } from "./messages.js";
import { nothingElse } from "./options.js";
import { requestOf } from "./routes.js";
import { rulesetOf } from "./rulesets.js";
import type { Rules } from "./rulesets.js";
import { Seat } from "./seat.js";
import { Watcher } from "./watcher.js";

const SPECTATORS = {
  everybody: SpectatorAccess.EVERYBODY, token: SpectatorAccess.TOKEN, nobody: SpectatorAccess.NOBODY,
} as const;

/** A match to be created. */
export interface MatchOptions extends Rules {
  /** The whole ruleset, in place of the rules one by one. */
  readonly ruleset?: Ruleset;
  /** The seats that the house plays; a number: so many, the last ones. */
  readonly bots?: number | readonly number[];
  /** What the players of seats are called: these are taken, and `issueToken` gives them to their players. */
  readonly displayNames?: Readonly<Record<number, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Who may watch without a seat. Default everybody. */
  readonly spectators?: keyof typeof SPECTATORS;
  readonly unlisted?: boolean;
  readonly autoStart?: boolean;
  /** Of all chance, 16 bytes. Default one of the server. */
  readonly seed?: Uint8Array;
  readonly webhookUri?: string;
}

/** A series to be created. */
export interface SeriesOptions extends Rules {
  /** What they are called, in the order of their seats. */
  readonly players: readonly string[];
  /** Those of them that the house plays. */
  readonly bots?: readonly number[];
  /** The lord of the first match. Default one that the server draws. */
  readonly firstLord?: number;
  /** The whole ruleset, in place of the rules one by one. */
  readonly ruleset?: Ruleset;
  readonly unlisted?: boolean;
}

/** Which matches are listed: those to which all apply. */
export interface MatchFilter {
  readonly state?: MatchState;
  readonly joinable?: boolean;
  readonly mode?: string;
  readonly edition?: string;
  readonly seats?: number;
  readonly pageSize?: number;
}

interface Joining extends CallOptions {
  readonly displayName?: string;
  /** Default the first free one. */
  readonly seat?: number;
}

interface Watching extends CallOptions {
  /** Of a seat, or to watch with; empty: as anybody. */
  readonly token?: string;
}

interface Following extends CallOptions {
  /** What the caller has; empty: nothing. */
  readonly cursor?: string;
}

/** `new Client("http://localhost:8080", {apiKey})`. It holds no connection of its own, so there is nothing to close.
 *
 * Every call throws `SanguoshaError`; its `reason` is among those that the contract names for the method. For an
 * option or a rule that there is not it throws `TypeError`, and nothing was sent. */
export class Client {
  private readonly connection: Connection;

  /** Throws `TypeError` for what is no URL, and for an option that there is not. */
  constructor(address: string, options: ClientOptions = {}) {
    this.connection = new Connection(address, options);
  }

  // -- matches

  /** A new match in the lobby: `createMatch({seats: 5, bots: 4})`, or one of a whole `Ruleset`. Throws RULESET_INVALID,
   * SEED_INVALID, FIELD_INVALID and LIMIT_REACHED. */
  async createMatch(what: MatchOptions | Ruleset, options: CallOptions = {}): Promise<Match> {
    const given: MatchOptions = "$typeName" in what ? { ruleset: what } : what;
    const { ruleset: whole, bots = [], displayNames = {}, annotations = {}, spectators = "everybody", ...more } = given;
    const { unlisted = false, autoStart = false, seed = new Uint8Array(), webhookUri = "", ...rules } = more;
    const ruleset = either(whole, rules);
    // From JavaScript anything may come, and what the server is not told means everybody.
    if (!Object.hasOwn(SPECTATORS, spectators)) {
      throw new TypeError(`spectators are not ${spectators}: write ${Object.keys(SPECTATORS).join(", ")}`);
    }
    const match = {
      ruleset,
      seats: Object.entries(displayNames).map(([seat, displayName]) => ({ seat: Number(seat), displayName })),
      annotations: { ...annotations },
      spectatorAccess: SPECTATORS[spectators],
      unlisted,
      autoStart,
    };
    const botSeats = typeof bots === "number" ? lastSeats(ruleset.seatCount, bots) : [...bots];
    return this.connection.call(MatchService.method.createMatch, { match, botSeats, seed, webhookUri }, options);
  }

  /** A match by its name, `matches/{match}`. Throws MATCH_NOT_FOUND. */
  async get(name: string, options: CallOptions = {}): Promise<Match> {
    return this.connection.call(MatchService.method.getMatch, { name }, options);
  }

  /** The listed matches, the newest first, page after page. */
  async *matches(filter: MatchFilter = {}, options: CallOptions = {}): AsyncGenerator<Match, void> {
    const { state = MatchState.UNSPECIFIED, joinable = false, mode = "", edition = "", ...more } = filter;
    const { seats: seatCount = 0, pageSize = 0, ...others } = more;
    nothingElse(others);
    let pageToken = "";
    do {
      const ask = { state, joinable, mode, edition, seatCount, pageSize, pageToken };
      const page = await this.connection.call(MatchService.method.listMatches, ask, options);
      yield* page.matches;
      pageToken = page.nextPageToken;
    } while (pageToken);
  }

  /** Starts a match whose seats are all taken. Throws NOT_CREATOR, MATCH_STARTED, MATCH_OVER and SEATS_FREE. */
  async start(name: string, options: CallOptions = {}): Promise<Match> {
    return this.connection.call(MatchService.method.startMatch, { name }, options);
  }

  /** Breaks a match off, without a result. Throws NOT_CREATOR and MATCH_OVER. */
  async abandon(name: string, options: CallOptions = {}): Promise<Match> {
    return this.connection.call(MatchService.method.abandonMatch, { name }, options);
  }

  // -- seats

  /** Takes a seat. Throws MATCH_STARTED, MATCH_OVER, MATCH_FULL and SEAT_TAKEN. */
  async join(name: string, { displayName = "", seat, ...options }: Joining = {}): Promise<Seat> {
    const ask = { name, displayName, ...(seat !== undefined && { seat }) };
    return Seat.joined(this.connection, await this.connection.call(MatchService.method.joinMatch, ask, options));
  }

  /** A contest of as many matches as there are players, each of whom is the lord once. Throws RULESET_INVALID and
   * FIELD_INVALID. */
  async createSeries(what: SeriesOptions, options: CallOptions = {}): Promise<Series> {
    const { players, bots = [], firstLord, ruleset: whole, unlisted = false, ...rules } = what;
    const ruleset = either(whole, rules);
    const series = {
      ruleset: { ...ruleset, seatCount: ruleset.seatCount || players.length },
      players: players.map((displayName, seat) => ({ displayName, bot: bots.includes(seat) })),
      unlisted,
      ...(firstLord !== undefined && { firstLord }),
    };
    return this.connection.call(SeriesService.method.createSeries, { series }, options);
  }

  /** A series by its name, `series/{series}`, with the results so far. Throws SERIES_NOT_FOUND. */
  async series(name: string, options: CallOptions = {}): Promise<Series> {
    return this.connection.call(SeriesService.method.getSeries, { name }, options);
  }

  /** Starts the next match, the last one in `matches`. Throws NOT_CREATOR, MATCH_NOT_OVER and SERIES_OVER. */
  async startSeriesMatch(name: string, options: CallOptions = {}): Promise<Series> {
    return this.connection.call(SeriesService.method.startSeriesMatch, { name }, options);
  }

  /** The match in the lobby that a code leads to. Throws CODE_UNKNOWN. */
  async lookUp(code: string, options: CallOptions = {}): Promise<Match> {
    return this.connection.call(LobbyService.method.lookUpMatch, { code }, options);
  }

  /** Takes a seat in the match that a code leads to. Throws CODE_UNKNOWN, and what `join` does. */
  async joinByCode(code: string, joining: Joining = {}): Promise<Seat> {
    const { displayName, seat, ...options } = joining;
    return this.join((await this.lookUp(code, options)).name, joining);
  }

  /** A seat in a match with whoever asks for the same rules. It starts by itself when its seats are taken. Throws
   * RULESET_INVALID. */
  async quickMatch(rules: Rules | Ruleset, how: Omit<Joining, "seat"> = {}): Promise<Seat> {
    const { displayName = "", ...options } = how;
    const ruleset = "$typeName" in rules ? rules : rulesetOf(rules);
    const reply = await this.connection.call(LobbyService.method.quickMatch, { ruleset, displayName }, options);
    return Seat.joined(this.connection, reply);
  }

  /** The seat of a token that was given before. `updates` goes on after the cursor, or without one begins anew. Throws
   * MATCH_NOT_FOUND, and TOKEN_MISSING for a token to watch with, which is no seat's. */
  async seat(name: string, token: string, { cursor = "", ...options }: Following = {}): Promise<Seat> {
    // Without the cursor: only then the server is sure to tell the match.
    const { update } = await this.connection.call(MatchService.method.nextDecision, { name }, { ...options, token });
    if (update?.viewer === undefined || update.match === undefined) {
      throw new SanguoshaError("the reply has no seat or no match", { status: 200, code: "UNKNOWN" });
    }
    return new Seat(this.connection, update.viewer, token, update.match, cursor);
  }

  /** A token for a seat, or without one to watch with; those given before are not valid any more. Throws NOT_CREATOR,
   * MATCH_OVER and SEAT_CONCEDED. */
  async issueToken(name: string, { displayName = "", seat, ...options }: Joining = {}): Promise<string> {
    const watching = { case: "spectator", value: true } as const;
    const ask = { name, displayName, scope: seat === undefined ? watching : ({ case: "seat", value: seat } as const) };
    return (await this.connection.call(TableService.method.issueToken, ask, options)).token;
  }

  /** Lets the house play a seat of a match of one's own. Throws NOT_CREATOR, MATCH_NOT_STARTED and MATCH_OVER. */
  async handOver(name: string, seat: number, options: CallOptions = {}): Promise<Match> {
    return this.connection.call(TableService.method.handOverSeat, { name, seat }, options);
  }

  // -- watching, and what is left of a match

  /** What happens in a match, as a seat, a spectator with a token, or anybody sees it. It begins with the table as it
   * is; after a cursor, if there is one; with the first event after the cursor `0`. */
  watch(name: string, { token = "", cursor = "", signal, ...others }: Watching & Following = {}): Watcher {
    nothingElse(others);
    return new Watcher(this.connection, name, token, cursor, signal);
  }

  /** A URL for an `EventSource`, which cannot send the token itself: a ticket in it stands for the seat, and opens
   * streams for `ServerLimits.ticket_age`, and for watching only. Treat it as a secret. */
  async ticketUrl(seat: Pick<Seat, "name" | "token">, { cursor = "", ...options }: Following = {}): Promise<string> {
    const { name, token } = seat;
    const { ticket } = await this.connection.call(TableService.method.issueTicket, { name }, { ...options, token });
    return this.connection.urlOf(requestOf(MatchService.method.watchMatch, { name, cursor, ticket }));
  }

  /** The table now; with everything face up when the match is over. Throws MATCH_NOT_STARTED, MATCH_NOT_OVER and
   * SPECTATORS_REFUSED. */
  async view(name: string, how: { revealAll?: boolean } & Watching = {}): Promise<GetViewResponse> {
    const { revealAll = false, ...options } = how;
    return this.connection.call(MatchService.method.getView, { name, revealAll }, options);
  }

  /** How a match ended. Throws MATCH_NOT_OVER, also where it was abandoned. */
  async result(name: string, options: CallOptions = {}): Promise<MatchResult> {
    return this.connection.call(ReplayService.method.getMatchResult, { name }, options);
  }

  /** Everything to play a match again with. Throws MATCH_NOT_OVER and SPECTATORS_REFUSED. */
  async replay(name: string, how: Watching = {}): Promise<Replay> {
    return this.connection.call(ReplayService.method.getReplay, { name }, how);
  }

  // -- the server

  /** Every card, hero, skill and text, or those of some packs. Throws FIELD_INVALID for an unknown one. */
  async catalogue(packs: readonly string[] = [], options: CallOptions = {}): Promise<Catalogue> {
    return this.connection.call(CatalogueService.method.getCatalogue, { packs: [...packs] }, options);
  }

  /** Its versions and limits. */
  async serverInfo(options: CallOptions = {}): Promise<ServerInfo> {
    return this.connection.call(ServerService.method.getServerInfo, {}, options);
  }
}

function either(whole: Ruleset | undefined, rules: Rules): Ruleset {
  if (whole === undefined) return rulesetOf(rules);
  const said = Object.keys(rules);
  if (said.length) throw new TypeError(`a whole Ruleset leaves nothing to say by ${said.join(", ")}`);
  return whole;
}

function lastSeats(seats: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => seats - count + index);
}
