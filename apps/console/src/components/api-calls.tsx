import operations from 'virtual:operations'
import type { OperationName } from '@signet/contracts'
import { t } from '../texts/index.ts'
import { operationLabel } from '../texts/operation-label.ts'
import { CodeBlock } from '../ui/copy.tsx'
import { curlOf } from './curl.ts'

/** One operation with the input known to the page; the administrator completes the rest. */
export interface Call {
  readonly operation: OperationName
  readonly input: Readonly<Record<string, unknown>>
}

/** The page's operations as calls of the administration API, without console-only operations. */
export const ApiCalls = ({ calls }: { calls: readonly Call[] }) => (
  <div className="grid grid-cols-1 gap-4">
    <p className="text-quiet text-pretty">{t.common.apiText}</p>
    {calls
      .filter(({ operation }) => !operations[operation].consoleOnly)
      .map(({ operation, input }) => (
        <section key={operation} className="grid grid-cols-1 gap-1.5">
          <h2 className="font-medium">{operationLabel(operation)}</h2>
          <CodeBlock
            what={operationLabel(operation)}
            code={curlOf(window.location.origin, operations[operation].route, input)}
          />
        </section>
      ))}
  </div>
)
