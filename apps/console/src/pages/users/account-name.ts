import type { UserRow } from '@signet/contracts'

/** A directory can create a user without an address. */
export const nameOfAccount = ({ email, username }: Pick<UserRow, 'email' | 'username'>): string =>
  email || (username ?? '')
