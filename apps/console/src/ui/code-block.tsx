import { t } from '../texts/index.ts'
import { type TokenKind, tokensOf } from './code-tokens.ts'
import { CopyButton } from './copy.tsx'

const tokenStyles: Record<TokenKind, string> = {
  comment: 'text-quiet',
  key: 'text-accent',
  string: 'text-good',
  number: 'text-caution',
  word: 'text-accent',
}

const preStyle =
  'max-h-96 min-w-0 flex-1 overflow-auto p-3.5 font-mono break-all whitespace-pre-wrap text-sm leading-6 focus-visible:-outline-offset-2'

interface CodeBlockProps {
  readonly code: string
  /** Shown above code of several lines, and part of the name of the copy button. */
  readonly what: string
}

/** The copy button of one line is next to it; that of several lines is in a bar above them. */
export function CodeBlock({ code, what }: CodeBlockProps) {
  const hasLines = code.trimEnd().includes('\n')
  const copy = <CopyButton value={code} what={what} />
  return (
    <div
      className={`min-w-0 overflow-hidden rounded-lg bg-sunken ring-1 ring-inset ring-line ${hasLines ? '' : 'flex items-center pe-2'}`}
    >
      {hasLines && (
        <div className="flex items-center justify-between gap-3 border-b border-line py-1 ps-3.5 pe-2">
          <span className="min-w-0 truncate text-sm text-quiet">{what}</span>
          {copy}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0} className={preStyle}>
        <code>
          {tokensOf(code).map(({ text, kind }, index) => (
            <span key={index} className={kind && tokenStyles[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
      {!hasLines && copy}
    </div>
  )
}

/** Code that is rarely read, behind its name. */
export const FoldedCode = ({ code, what }: CodeBlockProps) => (
  <details>
    <summary className="cursor-pointer">{t.common.show}</summary>
    <div className="mt-2">
      <CodeBlock code={code} what={what} />
    </div>
  </details>
)
