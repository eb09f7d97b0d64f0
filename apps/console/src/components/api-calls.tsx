import examples from 'virtual:operation-examples'
import operations from 'virtual:operations'
import type { OperationName } from '@signet/contracts'
import { useParams } from '@tanstack/react-router'
import { t } from '../texts/index.ts'
import { operationLabel } from '../texts/operation-label.ts'
import { CodeBlock } from '../ui/copy.tsx'
import { curlOf } from './curl.ts'

/** Calls of the administration API, with the ids of the page and otherwise the values of the examples. */
export function ApiCalls({ names }: { names: readonly OperationName[] }) {
  const params = useParams({ strict: false })
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-quiet text-pretty">{t.common.apiText}</p>
      {names.map((name) => (
        <section key={name} className="grid grid-cols-1 gap-1.5">
          <h2 className="font-medium">{operationLabel(name)}</h2>
          <CodeBlock
            what={operationLabel(name)}
            code={curlOf(window.location.origin, operations[name].route, { ...examples[name], ...params })}
          />
        </section>
      ))}
    </div>
  )
}
