import { type Operation, previewOf } from '../operation.ts'
import { accessTexts } from './access-texts.ts'
import { columns } from './columns.ts'
import { possibleEffects } from './effects-of.ts'

const header = [
  'operation',
  'route',
  'kind',
  'effects',
  'access',
  'audit action',
  'target',
  'preview',
  'own refusals',
]

function rowOf(operation: Operation): string[] {
  const audit = 'audit' in operation ? operation.audit : null
  return [
    operation.tool,
    operation.route,
    operation.kind,
    possibleEffects(operation).join(' '),
    accessTexts(operation.access),
    audit?.action ?? '-',
    audit?.target ?? '-',
    previewOf(operation) ? 'preview' : '-',
    operation.errors.join(' ') || '-',
  ]
}

/** Checked in, so that changes are visible in review. */
export const printOperations = (operations: readonly Operation[]): string =>
  columns([header, ...operations.map(rowOf)])
