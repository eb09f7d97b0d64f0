import examples from 'virtual:operation-examples'
import operations from 'virtual:operations'
import type { OperationName } from '@signet/contracts'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { t } from '../texts/index.ts'
import { operationLabel } from '../texts/operation-label.ts'
import { Card } from '../ui/card.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { curlOf, pathsOf, shellVariables } from './curl.ts'
import { Rich } from './rich.tsx'

const none = 'none'

/** Calls of the administration API with the ids of the page. The fragment of the address is the open call; the first one by default. */
export function ApiCalls({ names }: { names: readonly OperationName[] }) {
  const params = useParams({ strict: false })
  const { hash } = useLocation()
  const navigate = useNavigate()
  const routes = names.map((name) => operations[name].route)
  const { common, paths } = pathsOf(routes)
  const open = hash === none || names.some((name) => name === hash) ? hash : names[0]
  const toggle = (name: string): void =>
    void navigate({
      to: '.',
      search: true,
      hash: name === open ? none : name,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-quiet text-pretty">{t.apiCalls.text}</p>
      <CodeBlock what={t.apiCalls.variables} code={shellVariables(window.location.origin, routes, params)} />
      <p className="text-sm text-quiet wrap-anywhere">
        <Rich
          text={t.apiCalls.paths('{path}')}
          parts={{ path: <code className="font-mono text-ink">/{common}</code> }}
        />
      </p>
      <Card flush>
        <ul>
          {names.map((name, index) => (
            <Call
              key={name}
              name={name}
              method={paths[index]?.method ?? ''}
              path={paths[index]?.path ?? ''}
              isOpen={name === open}
              onToggle={() => toggle(name)}
            />
          ))}
        </ul>
      </Card>
    </div>
  )
}

interface CallProps {
  readonly name: OperationName
  readonly method: string
  readonly path: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const methodStyles: Readonly<Record<string, string>> = {
  GET: 'bg-accent-ground text-accent',
  POST: 'bg-good-ground text-good',
  DELETE: 'bg-problem-ground text-problem',
}

function Call({ name, method, path, isOpen, onToggle }: CallProps) {
  const contentId = useId()
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={contentId}
        onClick={onToggle}
        className="flex w-full items-center gap-x-3 px-3 py-2.5 text-start -outline-offset-2 hover:bg-hover sm:px-4"
      >
        <ChevronRight size={15} aria-hidden className={`shrink-0 text-quiet ${isOpen ? 'rotate-90' : ''}`} />
        <span
          className={`w-15 shrink-0 rounded-sm py-0.5 text-center font-mono text-xs font-medium ${methodStyles[method] ?? 'bg-caution-ground text-caution'}`}
        >
          {method}
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{operationLabel(name)}</span>
          <code className="min-w-0 font-mono text-sm text-quiet wrap-anywhere">{path}</code>
        </span>
      </button>
      {isOpen && (
        <div id={contentId} className="px-3 pt-1 pb-3.5 sm:px-4">
          <CodeBlock what="curl" code={curlOf(operations[name].route, { ...examples[name] })} />
        </div>
      )}
    </li>
  )
}
