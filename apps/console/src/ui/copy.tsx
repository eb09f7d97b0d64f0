import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../texts/index.ts'
import { IconButton } from './button.tsx'

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

/** A value to copy, shown without wrapping. */
export const CopyValue = ({ value, what }: { value: string; what: string }) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className="min-w-0 truncate font-mono text-sm" title={value}>
      {value}
    </code>
    <CopyButton value={value} what={what} />
  </span>
)

export const CodeBlock = ({ code, what }: { code: string; what: string }) => (
  <div className="relative rounded-lg bg-sunken ring-1 ring-inset ring-line">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
    <pre tabIndex={0} className="mr-10 max-h-96 overflow-auto p-3.5 pr-1 font-mono text-sm leading-6">
      <code>{code}</code>
    </pre>
    <span className="absolute top-2 right-2 rounded-md bg-sunken">
      <CopyButton value={code} what={what} />
    </span>
  </div>
)
