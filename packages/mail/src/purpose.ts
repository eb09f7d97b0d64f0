/** Kinds of stored messages. */
export type MessagePurpose =
  | 'address'
  | 'invitation'
  | 'passkey'
  | 'reset'
  | 'verification'
  | 'team_invitation'
  | 'notice'
  | 'way_in'
  | 'expiry'
