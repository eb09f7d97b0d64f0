import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components'
import { t } from '../texts/index.ts'
import { MenuItem } from '../ui/menu.tsx'
import { type PaletteActions, useCommands } from './commands.tsx'

/** Opened by Ctrl-K. */
export function CommandPalette(actions: PaletteActions) {
  const { onClose } = actions
  const [q, setQ] = useState('')
  const sections = useCommands(q, actions)
  const input = useSelectedFirstRow()
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className="fixed inset-0 z-50 flex items-start justify-center bg-veil px-4 pt-4 sm:pt-[12vh]"
    >
      <Modal className="w-full max-w-lg overflow-hidden rounded-xl bg-raised shadow-float">
        <Dialog aria-label={t.shell.palette} className="outline-none">
          <Autocomplete inputValue={q} onInputChange={setQ}>
            <TextField
              aria-label={t.shell.palette}
              autoFocus
              className="flex items-center border-b border-line px-3.5"
            >
              <Search size={16} aria-hidden className="text-quiet" />
              <Input
                ref={input}
                placeholder={t.shell.palettePlaceholder}
                className="h-12 w-full bg-transparent px-2.5 text-lg outline-none placeholder:text-quiet"
              />
            </TextField>
            <Menu
              aria-label={t.shell.commands}
              className="max-h-[50vh] overflow-y-auto p-1.5 outline-none [&_[data-focused]]:bg-accent/18!"
              renderEmptyState={() => (
                <p className="px-2 py-6 text-center text-quiet">{t.common.nothingMatches}</p>
              )}
            >
              {sections.map(({ title, commands }) => (
                <MenuSection key={title}>
                  <Header className="px-2 pt-2 pb-1 text-xs font-medium text-quiet">{title}</Header>
                  {commands.map(({ run, ...command }) => (
                    <MenuItem key={command.id} {...command} onAction={run} />
                  ))}
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
          <KeyHints />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The component library selects the first row only after an input: the arrow key selects it when the palette opens. */
function useSelectedFirstRow() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      input.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return input
}

const hints = [
  { keys: '↑ ↓', text: () => t.shell.keyHints.select },
  { keys: '↵', text: () => t.shell.keyHints.open },
  { keys: 'Esc', text: () => t.shell.keyHints.close },
]

const KeyHints = () => (
  <footer
    aria-hidden
    className="flex flex-wrap gap-x-4 max-sm:hidden pointer-coarse:hidden border-t border-line bg-hover px-3.5 py-2 text-xs text-quiet"
  >
    {hints.map(({ keys, text }) => (
      <span key={keys} className="inline-flex items-center gap-1.5">
        <kbd className="rounded-sm bg-raised px-1 font-sans ring-1 ring-line">{keys}</kbd>
        {text()}
      </span>
    ))}
  </footer>
)
