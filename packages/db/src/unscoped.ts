/**
 * The client that sees every project: for listing across tenants and for what stands above them. Few files may import
 * this; everything else goes through `inProject`.
 */
export { openPrisma as openUnscopedPrisma } from './prisma.ts'
