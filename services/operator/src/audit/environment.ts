import { parseArgs } from 'node:util'
import { auditEnv, readEnv } from '@signet/runtime'
import { type FileSigner, type FileVerifier, fileSigner, fileVerifier } from '@signet/secrets'

/** Every audit command requires --folder. */
export function exportFolder(): string {
  const { values } = parseArgs({ options: { folder: { type: 'string' } } })
  if (!values.folder) throw new Error('Set the folder of the exports: --folder <folder>.')
  return values.folder
}

export function signerOfExports(): FileSigner {
  const { SIGNET_AUDIT_KEY: key } = readEnv(auditEnv)
  if (!key) throw new Error('Set SIGNET_AUDIT_KEY, or SIGNET_AUDIT_KEY_FILE: exports are signed with it.')
  return fileSigner(key)
}

export function verifierOfExports(): FileVerifier {
  const { SIGNET_AUDIT_PUBLIC_KEY: key } = readEnv(auditEnv)
  return key ? fileVerifier(key) : signerOfExports().verifier
}

/** Every entry is kept unless the retention is set. */
export function retentionMonths(): number {
  const { SIGNET_AUDIT_RETENTION_MONTHS: months } = readEnv(auditEnv)
  if (months === undefined)
    throw new Error('SIGNET_AUDIT_RETENTION_MONTHS is not set: every audit entry is kept.')
  return months
}
