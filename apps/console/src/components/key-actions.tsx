import type { SigningKey } from '@signet/contracts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { t } from '../texts/index.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'
import { ChangeButton } from './change-button.tsx'
import { ConfirmOperation } from './confirm-operation.tsx'
import { mayBePromoted } from './key-life.ts'
import { type KeySetProps, operationsOf, scopeOf } from './key-set.tsx'
import { KeyTrack } from './key-track.tsx'

export const KeyTracks = ({ keys, ...set }: KeySetProps & { readonly keys: readonly SigningKey[] }) => (
  <KeyTrack keys={keys} actions={(key) => <KeyActions {...set} signingKey={key} />} />
)

type Asked = 'demote' | 'retire' | 'revoke'

interface KeyActionsProps extends KeySetProps {
  readonly signingKey: SigningKey
}

/** A key that may sign has a button; the other changes are in a menu. */
function KeyActions({ signingKey: key, ...set }: KeyActionsProps) {
  const { refusal } = set
  const [asked, setAsked] = useState<Asked | null>(null)
  const notes = (reason: string | null) => {
    const note = refusal ?? reason
    return note === null ? {} : { note, isDisabled: true }
  }
  const name = t.keys.actions(key.kid.slice(0, 8))
  return (
    <>
      {mayBePromoted(key) && (
        <ChangeButton
          size="sm"
          operation={operationsOf(set).promote}
          input={{ ...scopeOf(set), kid: key.kid }}
          refusal={refusal}
          done={t.keys.promoted}
        >
          {t.keys.promote}
        </ChangeButton>
      )}
      <Menu
        label={name}
        placement="bottom end"
        trigger={<IconButton label={name} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        {key.state === 'published' && !mayBePromoted(key) && (
          <MenuItem text={t.keys.promote} {...notes(t.keys.notReady)} />
        )}
        {key.state === 'signing' && (
          <MenuItem text={t.keys.demote} {...notes(null)} onAction={() => setAsked('demote')} />
        )}
        {key.state !== 'retired' && (
          <MenuItem
            text={t.keys.retire}
            {...notes(key.state === 'signing' ? t.keys.retireSigning : null)}
            onAction={() => setAsked('retire')}
          />
        )}
        <MenuItem danger text={t.keys.revoke} {...notes(null)} onAction={() => setAsked('revoke')} />
      </Menu>
      {asked && <Question {...set} signingKey={key} asked={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

interface QuestionProps extends KeyActionsProps {
  readonly asked: Asked
  readonly onClose: () => void
}

function Question({ signingKey: { kid }, asked, onClose, ...set }: QuestionProps) {
  const operations = operationsOf(set)
  const input = { ...scopeOf(set), kid }
  const closing = (done: string) => ({
    onClose,
    onDone: () => {
      onClose()
      toast(done)
    },
  })
  if (asked === 'demote')
    return (
      <ConfirmOperation
        operation={operations.demote}
        input={input}
        title={t.keys.demoteTitle}
        consequence={t.keys.demoteText}
        danger={false}
        confirmLabel={t.keys.demote}
        {...closing(t.keys.demoted)}
      />
    )
  if (asked === 'retire')
    return (
      <ConfirmOperation
        operation={operations.retire}
        input={{ ...input, confirm: kid }}
        title={t.keys.retireTitle}
        confirmLabel={t.keys.retire}
        {...closing(t.keys.retiredDone)}
      />
    )
  return (
    <ConfirmOperation
      operation={operations.revoke}
      input={{ ...input, confirm: kid }}
      title={t.keys.revokeTitle}
      confirmLabel={t.keys.revoke}
      typedName={kid.slice(0, 8)}
      {...closing(t.keys.revoked)}
    />
  )
}
