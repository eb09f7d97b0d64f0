import type { WhoAmI } from '@signet/contracts'
import { ChevronsUpDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { useOperation, useOperationMutation } from '../api/operation.ts'
import { problemOf } from '../api/problem.ts'
import { Menu, MenuChoice } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

type Team = WhoAmI['teams'][number]

const kindTexts: Record<Team['kind'], string> = {
  regular: 'Team',
  personal: 'Personal team',
  system: 'System team',
}
const roleTexts: Record<Team['role'], string> = { owner: 'owner', member: 'member' }

/** Which team new things belong to. It changes what is offered first, never what is allowed. */
export function TeamSwitcher() {
  const { teams, activeTeamId } = useOperation('whoami', {})
  const mutation = useOperationMutation('scope_set')
  const active = teams.find(({ id }) => id === activeTeamId)
  const switchTo = (teamId: string): void =>
    mutation.mutate(
      { teamId },
      {
        onSuccess: () =>
          toast(`New projects now belong to ${teams.find(({ id }) => id === teamId)?.name ?? 'the team'}.`),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <Menu
      label="Active team"
      trigger={
        <AriaButton className="flex w-full items-center gap-2.5 rounded-lg bg-surface px-2.5 py-1.5 text-left shadow-card ring-1 ring-line hover:bg-hover">
          <TeamMonogram name={active?.name ?? '?'} />
          <span className="grid min-w-0 flex-1">
            <span className="sr-only">Active team: </span>
            <span className="truncate font-medium">{active?.name ?? 'No team'}</span>
            <span className="truncate text-xs text-quiet">
              {active ? kindTexts[active.kind] : 'Choose one'}
            </span>
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
        </AriaButton>
      }
    >
      <MenuChoice
        title="New projects belong to"
        value={activeTeamId}
        onChange={switchTo}
        options={teams.map(({ id, name, kind, role }) => ({
          value: id,
          text: name,
          note: `${kindTexts[kind]}, ${roleTexts[role]}`,
        }))}
      />
    </Menu>
  )
}

const TeamMonogram = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="grid size-6 shrink-0 place-items-center rounded-md bg-accent-ground text-xs font-semibold text-accent uppercase"
  >
    {name.slice(0, 1)}
  </span>
)
