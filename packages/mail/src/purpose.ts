/** Kinds of stored messages. */
export type MessagePurpose =
  | 'invitation'
  | 'reset'
  | 'verification'
  | 'team_invitation'
  | 'notice'
  | 'way_in'
  | 'expiry'
