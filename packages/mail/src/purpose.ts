/** Kinds of stored messages. */
export type MessagePurpose =
  | 'invitation'
  | 'passkey'
  | 'reset'
  | 'verification'
  | 'team_invitation'
  | 'notice'
  | 'way_in'
  | 'expiry'
