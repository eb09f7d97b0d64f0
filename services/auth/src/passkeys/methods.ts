/** RFC 8176. A verified user is a second factor. */
export const methodsOfPasskey = (synced: boolean, userVerified: boolean): string[] => [
  synced ? 'swk' : 'hwk',
  'user',
  ...(userVerified ? ['mfa'] : []),
]
