import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'

interface TabsProps {
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly content: ReactNode }[]
}

export const Tabs = ({ label, tabs }: TabsProps) => (
  <AriaTabs className="grid min-w-0 gap-3">
    <TabList aria-label={label} className="flex gap-1 border-b border-line">
      {tabs.map(({ id, title }) => (
        <Tab
          key={id}
          id={id}
          className="-mb-px cursor-default border-b-2 border-transparent px-2 py-1.5 text-quiet hover:text-ink data-selected:border-accent data-selected:font-medium data-selected:text-ink"
        >
          {title}
        </Tab>
      ))}
    </TabList>
    {tabs.map(({ id, content }) => (
      <TabPanel key={id} id={id} className="min-w-0 rounded-sm">
        {content}
      </TabPanel>
    ))}
  </AriaTabs>
)
