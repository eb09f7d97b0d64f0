import { useState } from 'react'
import { t } from '../texts/index.ts'
import { type TokenKind, tokensOf } from './code-tokens.ts'
import { CopyButton } from './copy.tsx'
import { cx } from './cx.ts'
import { Disclosure } from './disclosure.tsx'
import { PlainButton } from './plain-button.tsx'

const tokenStyles: Record<TokenKind, string> = {
  comment: 'text-quiet',
  key: 'text-accent',
  string: 'text-good',
  number: 'text-caution',
  word: 'text-accent',
}

const preStyle = 'min-w-0 flex-1 p-3.5 font-mono text-sm leading-6 focus-visible:-outline-offset-2'

const cutStyle = 'max-h-80 overflow-hidden mask-b-from-75%'

/** Lines of code that are shown without a press of "Show all". */
const shownLines = 16

const linesOf = (code: string): number => code.trimEnd().split('\n').length

export const hasLines = (code: string): boolean => linesOf(code) > 1

interface CodeBlockProps {
  readonly code: string
  /** Shown above code of several lines, and part of the name of the copy button. */
  readonly what: string
  /** Scrolls long lines instead of wrapping them. */
  readonly isScrolled?: boolean
}

/** The copy button of one line is next to it; that of several lines is in a bar above them. */
export function CodeBlock({ code, what, isScrolled = false }: CodeBlockProps) {
  const [isWhole, setWhole] = useState(false)
  const isBlock = hasLines(code)
  const isCut = !isWhole && linesOf(code) > shownLines
  const wrapping = isScrolled ? 'whitespace-pre' : 'wrap-anywhere whitespace-pre-wrap'
  const extent = isCut ? cutStyle : isWhole ? '' : 'max-h-96 overflow-auto'
  const copy = <CopyButton value={code} what={what} />
  return (
    <div
      className={`min-w-0 overflow-hidden rounded-lg bg-sunken ring-1 ring-inset ring-line ${isBlock ? '' : 'flex items-center pe-2'}`}
    >
      {isBlock && (
        <div className="flex items-center justify-between gap-3 border-b border-line py-1 ps-3.5 pe-2">
          <span className="min-w-0 truncate text-sm text-quiet">{what}</span>
          {copy}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <pre tabIndex={0} className={cx(preStyle, wrapping, extent)}>
        <code>
          {tokensOf(code).map(({ text, kind }, index) => (
            <span key={index} className={kind && tokenStyles[kind]}>
              {text}
            </span>
          ))}
        </code>
      </pre>
      {isCut && (
        <div className="p-2 pt-0">
          <PlainButton kind="quiet" size="sm" onClick={() => setWhole(true)}>
            {t.common.showAll}
          </PlainButton>
        </div>
      )}
      {!isBlock && copy}
    </div>
  )
}

/** Code that is rarely read, behind a button. */
export const FoldedCode = ({ summary, ...block }: CodeBlockProps & { readonly summary?: string }) => (
  <Disclosure isQuiet summary={summary ?? t.common.show}>
    <CodeBlock {...block} />
  </Disclosure>
)
