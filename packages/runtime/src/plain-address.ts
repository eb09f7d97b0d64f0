/**
 * RFC 5321 4.1.2 without quoted local parts, comments and address literals: one plain address that every mail program
 * reads alike, so that a message reaches nobody but whom it names (T39).
 */
export const isPlainAddress = (value: string): boolean =>
  /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]{1,64}@[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]+$/u.test(value) &&
  !value.includes('..')
