import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { ChangeName } from '../api/client.ts'
import { useSheets } from '../noun.ts'
import { t } from '../texts/index.ts'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { toast } from '../ui/toast.ts'

interface Choice {
  readonly text: string
  readonly refusal?: string | null
  /** Marks a change that cannot be reverted. */
  readonly danger?: boolean
}

/** Opens the dialog of an operation in its tab, or runs a function. */
export type HeadAction = Choice & ({ readonly opens: ChangeName } | { readonly onAction: () => void })

interface HeadMenuProps {
  readonly id: string
  readonly idLabel: string
  readonly actions: readonly HeadAction[]
}

/** The further actions of an object, the ones that cannot be reverted last. */
export function HeadMenu({ id, idLabel, actions }: HeadMenuProps) {
  const navigate = useNavigate()
  const sheets = useSheets()
  const open = (operation: ChangeName): void =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, tab: sheets[operation] || search.tab, do: operation }),
      replace: true,
    })
  const copy = () => void navigator.clipboard.writeText(id).then(() => toast(t.common.copied))
  const itemOf = (action: HeadAction) => (
    <MenuItem
      key={action.text}
      text={action.text}
      danger={action.danger ?? false}
      onAction={'opens' in action ? () => open(action.opens) : action.onAction}
      {...(action.refusal ? { note: action.refusal, isDisabled: true } : {})}
    />
  )
  const permanent = actions.filter(({ danger }) => danger)
  return (
    <Menu
      label={t.common.more}
      placement="bottom end"
      trigger={
        <IconButton
          label={t.common.more}
          icon={<Ellipsis size={16} aria-hidden />}
          className="h-8.5 w-8.5 bg-raised ring-1 ring-inset ring-line"
        />
      }
    >
      <MenuItem text={t.common.copyWhat(idLabel)} onAction={copy} />
      {actions.filter(({ danger }) => !danger).map(itemOf)}
      {permanent.length > 0 && <MenuSeparator />}
      {permanent.map(itemOf)}
    </Menu>
  )
}
