import type { Answer } from '../../api/client.ts'
import { useOperationPage } from '../../api/operation.ts'
import { type ActionRow, ActionRows, confirmRow } from '../../components/action-rows.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { FormText } from '../../components/form-text.tsx'
import { t } from '../../texts/index.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import type { ConnectionSectionProps } from './texts.ts'

const texts = t.directories.life

type Changed = Answer<'provisioning_users_release'>

const isChanged = (outcome: object): outcome is Changed => 'remaining' in outcome

const doneText = (outcome: object): string => {
  if (!isChanged(outcome)) return ''
  const { users, remaining } = outcome
  return [texts.done(users), ...(remaining > 0 ? [texts.more(remaining)] : [])].join(' ')
}

/** Changes of all users of a directory: its beginning, its end, and the hand-over to another one. */
export function Accounts(props: ConnectionSectionProps) {
  const { projectId, connection, refusal } = props
  const one = { projectId, connectionId: connection.id }
  const isEmpty = connection.managedUsers === 0 && connection.managedGroups === 0
  const ending = { refusal: refusal ?? (isEmpty ? texts.nothing : null), input: one, asksPreview: true }
  const release = confirmRow({
    ...ending,
    operation: 'provisioning_users_release',
    label: texts.releaseDo,
    purpose: texts.release,
    text: texts.releaseText,
    question: texts.release,
    kind: 'secondary',
    danger: false,
    done: doneText,
  })
  const purge = confirmRow({
    ...ending,
    operation: 'provisioning_users_purge',
    label: texts.purge,
    text: texts.purgeText,
    question: texts.purge,
    typedName: connection.displayName,
    done: doneText,
  })
  return (
    <Card title={texts.title}>
      <ActionRows rows={[adoptRow(props), useHandOver(props, ending.refusal), release, purge]} />
    </Card>
  )
}

const domainsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((domain) => domain !== '')

const adoptRow = ({ projectId, connection, refusal }: ConnectionSectionProps): ActionRow => ({
  title: texts.adopt,
  text: texts.adoptText,
  action: (
    <FormDialog
      label={texts.adoptDo}
      refusal={refusal}
      title={texts.adopt}
      text={texts.adoptText}
      operation="provisioning_users_adopt"
      initial={{ linked: true, refused: true, domains: '' }}
      toInput={({ linked, refused, domains }) => ({
        ...{ projectId, connectionId: connection.id, linked, refused },
        domains: domainsIn(domains),
      })}
      fields={['linked', 'refused', 'domains']}
      submitLabel={texts.adopt}
      done={doneText}
    >
      {(form) => (
        <>
          <Switch
            label={texts.linked}
            isSelected={form.values.linked}
            onChange={(linked) => form.set({ linked })}
            error={form.errorAt('linked')}
          />
          <Switch
            label={texts.refused}
            isSelected={form.values.refused}
            onChange={(refused) => form.set({ refused })}
            error={form.errorAt('refused')}
          />
          <FormText form={form} name="domains" label={texts.domains} hint={texts.domainsHint} />
        </>
      )}
    </FormDialog>
  ),
})

function useHandOver({ projectId, connection }: ConnectionSectionProps, refusal: string | null): ActionRow {
  const query = useOperationPage('provisioning_connection_list', { projectId })
  const others = (query.data?.connections ?? []).filter(({ id }) => id !== connection.id)
  return {
    title: texts.handOver,
    text: texts.handOverText,
    action: (
      <FormDialog
        label={texts.handOverDo}
        refusal={refusal ?? (others.length === 0 ? texts.noOther : null)}
        title={texts.handOver}
        text={texts.handOverText}
        operation="provisioning_users_hand_over"
        initial={{ toConnectionId: others[0]?.id ?? '' }}
        toInput={({ toConnectionId }) => ({ projectId, connectionId: connection.id, toConnectionId })}
        fields={['toConnectionId']}
        submitLabel={texts.handOver}
        done={doneText}
      >
        {(form) => (
          <Select
            label={t.nav.directory}
            options={others.map(({ id, displayName }) => ({ value: id, label: displayName }))}
            value={form.values.toConnectionId}
            onChange={(toConnectionId) => form.set({ toConnectionId })}
            error={form.errorAt('toConnectionId')}
          />
        )}
      </FormDialog>
    ),
  }
}
