/**
 * Milliseconds, longer than any test waits. With the default of Node.js, 5 s, a client on a busy machine can send a request on a
 * connection that the server is closing.
 */
export const keepAliveTimeout = 65_000
