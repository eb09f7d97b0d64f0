import type { ComponentProps } from 'react'

/** The texts are in the language of the browser. A file dropped on the area is chosen. */
export const FileInput = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => (
  <input
    {...props}
    type="file"
    className="w-full min-w-0 rounded-lg border border-dashed border-edge bg-sunken p-3 text-base text-ink file:mr-3 file:h-8.5 file:cursor-pointer file:rounded-md file:border-0 file:bg-pressed file:px-3 file:font-medium file:text-ink"
  />
)
