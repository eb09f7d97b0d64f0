import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Form as AriaForm } from 'react-aria-components'
import { textLinkStyle } from '../../components/link.tsx'
import { signInUrl } from '../../paths.ts'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { TextField } from '../../ui/field.tsx'
import { Frame } from './frame.tsx'

const texts: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  accepted: { title: t.entry.accepted, text: t.entry.acceptedText },
  expired: { title: t.entry.invitationExpired, text: t.entry.invitationExpiredText },
  withdrawn: { title: t.entry.withdrawn, text: t.entry.withdrawnText },
  incomplete: { title: t.entry.incomplete, text: t.entry.incompleteText },
}

const unknown = { title: t.entry.invalid, text: t.entry.invalidText }

/** @param end reason of the refusal; absent for an unknown token */
export function InvalidInvitation({ end }: { readonly end: string | undefined }) {
  const isAccepted = end === 'accepted'
  const signIn = (className: string) => (
    <a href={signInUrl()} className={className}>
      {t.entry.signIn}
    </a>
  )
  return (
    <Frame
      {...(texts[end ?? ''] ?? unknown)}
      footer={
        !isAccepted && (
          <span className="block text-center">
            {t.entry.hasAccount} {signIn(textLinkStyle)}
          </span>
        )
      }
    >
      {isAccepted ? signIn(buttonStyle('primary', 'lg', 'w-full')) : <OtherLink />}
    </Frame>
  )
}

const tokenIn = (link: string): string | undefined => /#token=([\w-]+)/.exec(link)?.[1]

/** Opens a link that a mail program has broken, or another one. */
function OtherLink() {
  const navigate = useNavigate()
  const [link, setLink] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const open = (): void => {
    const token = tokenIn(link.replaceAll(/\s/g, ''))
    setIsRefused(!token)
    if (token) void navigate({ to: '/invitation', hash: `token=${token}` })
  }
  return (
    <AriaForm
      aria-label={t.entry.openInvitation}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        open()
      }}
    >
      <TextField
        label={t.entry.pasteLink}
        name="link"
        value={link}
        onChange={setLink}
        autoComplete="off"
        autoFocus
        placeholder="…/invitation#token=…"
        spellCheck="false"
        error={isRefused ? t.entry.noToken : undefined}
      />
      <Button type="submit" kind="primary" size="lg" className="w-full">
        {t.entry.openInvitation}
      </Button>
    </AriaForm>
  )
}
