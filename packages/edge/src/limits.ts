import { maxBodyBytes } from '@signet/http/request-body'

/** Bytes, milliseconds and connections; HAProxy's configuration is generated from them too. */
export const limits = {
  bodyBytes: maxBodyBytes,
  /** Request line and headers. */
  headerBytes: 16_384,
  headersMs: 10_000,
  /** Headers and body. */
  requestMs: 15_000,
  keepAliveMs: 65_000,
  /** Shorter than the 65 s after which a service closes an idle connection. */
  upstreamIdleMs: 30_000,
  answerMs: 60_000,
  connectionsPerService: 512,
  /** Connections of all clients to one HAProxy; incomplete requests on all of them need 240 MB. */
  connections: 10_000,
  requestsPerClient: 100,
} as const
