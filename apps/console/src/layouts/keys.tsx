import { t } from '../texts/index.ts'
import { Switch } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { setKeysOn, useGoals, useKeysOn, useShortcuts } from './shortcuts.ts'

interface KeysProps {
  readonly isHelpOpen: boolean
  readonly onHelp: (isOpen: boolean) => void
  readonly onPalette: () => void
}

export function Keys({ isHelpOpen, onHelp, onPalette }: KeysProps) {
  useShortcuts({ onPalette, onHelp: () => onHelp(true) })
  return isHelpOpen && <KeyHelp onClose={() => onHelp(false)} />
}

function KeyHelp({ onClose }: { onClose: () => void }) {
  const isOn = useKeysOn()
  const goals = useGoals()
  const { keys } = t.shell
  return (
    <Dialog isOpen wide title={keys.title} onClose={onClose}>
      <Switch label={keys.on} hint={keys.onHint} isSelected={isOn} onChange={setKeysOn} />
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        <Key keys={['Ctrl', 'K']} text={t.shell.palette} />
        <Key keys={['/']} text={keys.search} />
        <Key keys={['?']} text={keys.help} />
        <Key keys={['j', 'k']} text={keys.rows} />
        <Key keys={['e']} text={keys.edit} />
        <Key keys={['Esc']} text={keys.close} />
      </dl>
      <h3 className="font-semibold">{keys.goTo}</h3>
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {goals.map(({ key, label }) => (
          <Key key={key} keys={['g', key]} text={label} />
        ))}
      </dl>
    </Dialog>
  )
}

const Key = ({ keys, text }: { keys: readonly string[]; text: string }) => (
  <div className="flex items-center justify-between gap-3">
    <dt className="min-w-0 truncate">{text}</dt>
    <dd className="flex gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="rounded bg-sunken px-1.5 py-0.5 font-mono text-sm ring-1 ring-inset ring-line"
        >
          {key}
        </kbd>
      ))}
    </dd>
  </div>
)
