import { ChevronsUpDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { useOperationMutation } from '../api/change.ts'
import { useOperation } from '../api/operation.ts'
import { problemOf } from '../api/problem.ts'
import { LetterMark } from '../components/object-mark.tsx'
import { t } from '../texts/index.ts'
import { Menu, MenuChoice } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'

/** Changes the preselected team of new objects, not the rights. */
export function TeamSwitcher() {
  const { teams, activeTeamId } = useOperation('whoami', {})
  const mutation = useOperationMutation('scope_set')
  const active = teams.find(({ id }) => id === activeTeamId)
  const switchTo = (teamId: string): void =>
    mutation.mutate(
      { teamId },
      {
        onSuccess: () =>
          toast(t.shell.projectsBelongNow(teams.find(({ id }) => id === teamId)?.name ?? t.shell.theTeam)),
        onError: (error) => toast(problemOf(error).detail),
      },
    )
  return (
    <Menu
      label={t.shell.activeTeam}
      trigger={
        <AriaButton className="flex w-full items-center gap-2.5 rounded-lg bg-surface px-2.5 py-1.5 text-left shadow-card ring-1 ring-line hover:bg-hover">
          <LetterMark name={active?.name ?? '?'} size="menu" />
          <span className="grid min-w-0 flex-1">
            <span className="sr-only">{t.shell.activeTeam}: </span>
            <span className="truncate font-medium">{active?.name ?? t.shell.noTeam}</span>
            <span className="truncate text-xs text-quiet">
              {active ? t.shell.teamKinds[active.kind] : t.shell.chooseTeam}
            </span>
          </span>
          <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-quiet" />
        </AriaButton>
      }
    >
      <MenuChoice
        title={t.shell.projectsBelongTo}
        value={activeTeamId}
        onChange={switchTo}
        options={teams.map(({ id, name, kind, role }) => ({
          value: id,
          text: name,
          note: `${t.shell.teamKinds[kind]}, ${t.shell.teamRoles[role]}`,
        }))}
      />
    </Menu>
  )
}
