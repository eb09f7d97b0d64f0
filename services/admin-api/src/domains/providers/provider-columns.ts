import type { Prisma } from '@signet/db/prisma'

/** Columns of a provider that an administrator writes. */
export type Columns = Omit<Prisma.IdentityProviderUncheckedCreateInput, 'projectId' | 'id' | 'position'>
