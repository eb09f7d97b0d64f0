import type { Prisma } from '@signet/db/prisma'

export type Columns = Omit<Prisma.IdentityProviderUncheckedCreateInput, 'projectId' | 'id' | 'position'>
