import type { UserRow } from '@signet/contracts'

/** Returns the address of a user, or the username: a directory can create a user without an address. */
export const nameOfAccount = ({ email, username }: Pick<UserRow, 'email' | 'username'>): string =>
  email || (username ?? '')
