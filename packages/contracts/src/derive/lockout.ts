import type { Operation } from '../operation.ts'
import { isOperationName } from '../registry.ts'
import { operationEndings } from '../sign-in-endings.ts'
import { possibleEffects } from './effects-of.ts'

/**
 * True for every change with an effect at the administrators' project, and for changes of the instance or of a team that lock out
 * administrators.
 */
export function canLockOutAdministrators(operation: Operation, ofAdministrators: boolean): boolean {
  if (operation.kind === 'read') return false
  const found = possibleEffects(operation)
  if (operation.access.to === 'project') return ofAdministrators && found.some((effect) => effect !== 'none')
  return ['super_administrator', 'team'].includes(operation.access.to) && found.includes('locks-out')
}

export const canEndSignInMethod = ({ tool }: Operation): boolean =>
  isOperationName(tool) && operationEndings[tool] === 'method'
