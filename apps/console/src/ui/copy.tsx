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

interface CopyValueProps {
  readonly value: string
  readonly what: string
  /** Breaks a long value into lines; otherwise its end is cut. */
  readonly isWhole?: boolean
}

export const CopyValue = ({ value, what, isWhole = false }: CopyValueProps) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className={`min-w-0 font-mono text-sm ${isWhole ? 'wrap-anywhere' : 'truncate'}`} title={value}>
      {value}
    </code>
    <CopyButton value={value} what={what} />
  </span>
)
