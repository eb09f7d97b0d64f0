import { Bookmark, BookmarkMinus, BookmarkPlus } from 'lucide-react'
import { useState } from 'react'
import { MenuSection } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { deleteView, type SavedView, saveView, useListPreferences } from '../table/preferences.ts'
import { useListAddress } from './address.ts'

const none: readonly SavedView[] = []

/** Parameters that a saved view does not contain. */
const transient = ['page', 'peek', 'live']

const textOf = (search: object): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name]) => !transient.includes(name))
      .toSorted(),
  )

/** The address contains the whole view, so that it can be shared. */
export function ViewsMenu({ list }: { list: string }) {
  const { search, show } = useListAddress()
  const views = useListPreferences().views[list] ?? none
  const [isNaming, setNaming] = useState(false)
  const current = views.find((view) => textOf(view.search) === textOf(search))
  const name = current?.name ?? t.lists.views
  return (
    <>
      <Menu
        label={t.lists.views}
        placement="bottom end"
        trigger={
          <Button kind="quiet" icon={<Bookmark size={15} aria-hidden />} aria-label={name}>
            <span className="max-sm:hidden">{name}</span>
          </Button>
        }
      >
        {views.length > 0 && (
          <>
            <MenuSection aria-label={t.lists.views}>
              {views.map((view) => (
                <MenuItem
                  key={view.name}
                  id={`view/${view.name}`}
                  text={view.name}
                  icon={<Bookmark size={15} aria-hidden />}
                  onAction={() => show(view.search, false)}
                />
              ))}
            </MenuSection>
            <MenuSeparator />
          </>
        )}
        <MenuItem
          id="save"
          text={t.lists.saveView}
          icon={<BookmarkPlus size={15} aria-hidden />}
          onAction={() => setNaming(true)}
        />
        {current && (
          <MenuItem
            id="delete"
            text={t.lists.deleteView(current.name)}
            icon={<BookmarkMinus size={15} aria-hidden />}
            onAction={() => deleteView(list, current.name)}
          />
        )}
      </Menu>
      {isNaming && <NameView list={list} onClose={() => setNaming(false)} />}
    </>
  )
}

function NameView({ list, onClose }: { list: string; onClose: () => void }) {
  const { search } = useListAddress()
  const [name, setName] = useState('')
  const save = (): void => {
    const view = Object.fromEntries(
      Object.entries(search).flatMap(([key, value]) =>
        value && !transient.includes(key) ? [[key, value]] : [],
      ),
    )
    saveView(list, { name: name.trim(), search: view })
    onClose()
  }
  return (
    <Dialog isOpen title={t.lists.saveView} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim()) save()
        }}
      >
        <p className="text-quiet text-pretty">{t.lists.saveViewText}</p>
        <TextField
          label={t.common.name}
          name="view"
          autoFocus
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={setName}
        />
        <div className="flex gap-2">
          <Button type="submit" kind="primary" isDisabled={!name.trim()}>
            {t.common.save}
          </Button>
          <Button kind="quiet" onPress={onClose}>
            {t.common.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
