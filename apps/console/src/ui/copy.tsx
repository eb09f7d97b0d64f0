import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../texts/index.ts'
import { IconButton } from './button.tsx'
import { type TokenKind, tokensOf } from './code-tokens.ts'

const shownMilliseconds = 1600

export function CopyButton({ value, what }: { value: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMilliseconds)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void navigator.clipboard.writeText(value).then(() => setCopied(true))
  return (
    <>
      <IconButton
        label={t.common.copyWhat(what)}
        onPress={copy}
        icon={copied ? <Check size={14} aria-hidden className="text-good" /> : <Copy size={14} aria-hidden />}
      />
      <span role="status" className="sr-only">
        {copied ? t.common.copied : ''}
      </span>
    </>
  )
}

export const CopyValue = ({ value, what }: { value: string; what: string }) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className="min-w-0 truncate font-mono text-sm" title={value}>
      {value}
    </code>
    <CopyButton value={value} what={what} />
  </span>
)

const codeStyle = 'max-h-96 min-w-0 flex-1 overflow-auto rounded-l-lg p-3.5 font-mono text-sm leading-6'

const tokenStyles: Record<TokenKind, string> = {
  comment: 'text-quiet',
  key: 'text-accent',
  string: 'text-good',
  number: 'text-caution',
  word: 'text-accent',
}

interface CodeBlockProps {
  readonly code: string
  readonly what: string
}

export const CodeBlock = ({ code, what }: CodeBlockProps) => (
  <div className="flex rounded-lg bg-sunken ring-1 ring-inset ring-line">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
    <pre tabIndex={0} className={codeStyle}>
      <code>
        {tokensOf(code).map(({ text, kind }, index) => (
          <span key={index} className={kind && tokenStyles[kind]}>
            {text}
          </span>
        ))}
      </code>
    </pre>
    <span className="p-2">
      <CopyButton value={code} what={what} />
    </span>
  </div>
)
