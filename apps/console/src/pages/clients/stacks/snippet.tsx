import type { PrintedStack } from '@signet/contracts'
import { t } from '../../../texts/index.ts'
import { CodeBlock, hasLines } from '../../../ui/code-block.tsx'

interface SnippetProps {
  readonly stack: PrintedStack
  readonly filled: Pick<PrintedStack, 'run' | 'files'>
  readonly notes: readonly string[]
}

/** A bar above code of several lines shows its label. */
const Labelled = ({ label, code }: { readonly label: string; readonly code: string }) => (
  <div className="grid grid-cols-1 gap-1.5">
    {!hasLines(code) && <p className="text-sm text-quiet">{label}</p>}
    <CodeBlock what={label} code={code} />
  </div>
)

export function Snippet({ stack, filled: { run, files }, notes }: SnippetProps) {
  const needsSecret = files.some(({ code }) => code.includes('CLIENT_SECRET'))
  return (
    <>
      <Labelled label={t.clients.stacks.install} code={stack.install} />
      {files.map(({ path, code }) => (
        <Labelled key={path} label={path} code={code} />
      ))}
      <Labelled
        label={t.clients.stacks.run}
        code={needsSecret ? `export CLIENT_SECRET=<client-secret>\n${run}` : run}
      />
      {notes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-4 text-sm text-quiet">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}
