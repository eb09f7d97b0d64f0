import type { ReactNode } from 'react'
import { Disclosure, DisclosurePanel } from 'react-aria-components'

interface SettingRowProps {
  /** The key, which is also the anchor of the row. */
  readonly id: string
  readonly name: string
  readonly badges?: ReactNode
  readonly text: string
  readonly why?: ReactNode
  readonly facts?: ReactNode
  readonly control: ReactNode
  /** Shown after a press of the button with the slot `trigger`. */
  readonly history: ReactNode
}

export const SettingRow = ({ id, name, badges, text, why, facts, control, history }: SettingRowProps) => (
  <Disclosure className="grid grid-cols-1 gap-x-8 border-b border-line py-4 first:pt-0 last:border-b-0 last:pb-0 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <div id={id} className="grid scroll-mt-20 content-start gap-1">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-medium text-pretty">
        {name}
        {badges}
      </h3>
      <code className="font-mono text-xs text-quiet wrap-anywhere">{id}</code>
      <p className="text-sm text-quiet text-pretty">{text}</p>
      {why && <p className="text-sm text-caution text-pretty">{why}</p>}
      {facts}
    </div>
    <fieldset aria-label={name} className="min-w-0 max-md:mt-2.5">
      {control}
    </fieldset>
    <DisclosurePanel className="md:col-span-2 not-[[hidden]]:mt-2.5">{history}</DisclosurePanel>
  </Disclosure>
)
