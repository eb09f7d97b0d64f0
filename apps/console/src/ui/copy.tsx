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

export const CopyValue = ({ value, what }: { value: string; what: string }) => (
  <span className="flex min-w-0 items-center gap-1">
    <code className="min-w-0 truncate font-mono text-sm" title={value}>
      {value}
    </code>
    <CopyButton value={value} what={what} />
  </span>
)
