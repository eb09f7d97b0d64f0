import { maxBodyBytes } from '@signet/http/request-body'

/** Limits of every edge, in bytes, milliseconds and connections; HAProxy's configuration is generated from them too. */
export const limits = {
  bodyBytes: maxBodyBytes,
  /** Request line and headers together. */
  headerBytes: 16_384,
  headersMs: 10_000,
  /** Headers and body together. */
  requestMs: 15_000,
  keepAliveMs: 65_000,
  /** A service keeps an idle connection for 65 s: the edge closes it first. */
  upstreamIdleMs: 30_000,
  answerMs: 60_000,
  connectionsPerService: 512,
  /** Concurrent connections of all clients to one HAProxy: incomplete requests on all of them take 240 MB. */
  connections: 10_000,
  /** Concurrent requests of one client address. */
  requestsPerClient: 100,
} as const
