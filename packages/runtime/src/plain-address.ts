/**
 * RFC 5321 4.1.2 without quoted local parts, comments and address literals: every mail program parses these addresses alike, so that a
 * message has exactly one recipient.
 */
export const isPlainAddress = (value: string): boolean =>
  /^[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]{1,64}@[^\s\p{Cc}\p{Cs}@"(),:;<>[\\\]]+$/u.test(value) &&
  !value.includes('..')
