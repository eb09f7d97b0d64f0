import type { ReactNode } from 'react'
import { Disclosure, DisclosurePanel } from 'react-aria-components'
import { cx } from '../../ui/cx.ts'

interface SettingRowProps {
  /** The key, which is also the anchor of the row. */
  readonly id: string
  readonly name: string
  readonly badges?: ReactNode
  readonly text: string
  readonly why?: ReactNode
  readonly facts?: ReactNode
  readonly control: ReactNode
  /** Depends on a setting that is off. */
  readonly isChild: boolean
  /** A short control is next to the name at every width, a tall one below the text, and another one next to it on a wide page. */
  readonly size: 'short' | 'usual' | 'tall'
  /** Shown after a press of the button with the slot `trigger`. */
  readonly history: ReactNode
}

const columns = {
  short: 'grid-cols-[minmax(0,1fr)_auto]',
  usual: 'grid-cols-1 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
  tall: 'grid-cols-1',
} as const

const gaps = { short: '', usual: 'max-md:mt-2.5', tall: 'mt-2.5' } as const

const spans = { short: 'col-span-2', usual: 'md:col-span-2', tall: '' } as const

export const SettingRow = (props: SettingRowProps) => {
  const { id, name, badges, text, why, facts, control, isChild, size, history } = props
  return (
    <Disclosure
      className={cx(
        'grid gap-x-8 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0',
        columns[size],
        isChild && 'pl-5',
      )}
    >
      <div id={id} className="grid scroll-mt-20 content-start gap-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium text-pretty">
          {name}
          {badges}
        </h3>
        <p className="text-sm text-quiet text-pretty">{text}</p>
        <code className="hidden font-mono text-xs text-quiet wrap-anywhere group-data-keys/keys:block">
          {id}
        </code>
        {why && <p className="text-sm text-caution text-pretty">{why}</p>}
        {facts}
      </div>
      <fieldset aria-label={name} className={cx('min-w-0', gaps[size])}>
        {control}
      </fieldset>
      <DisclosurePanel className={cx('not-[[hidden]]:mt-2.5', spans[size])}>{history}</DisclosurePanel>
    </Disclosure>
  )
}
