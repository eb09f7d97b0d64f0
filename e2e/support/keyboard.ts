import { expect, type Locator, type Page } from 'playwright/test'

/** Presses of Tab to a control: fewer than all controls of a page with its navigation. */
const mostSteps = 70

export interface Keyboard {
  /** Uses Tab. Fails when the control is not reached, or does not show its focus. */
  reach(control: Locator): Promise<void>
  press(control: Locator, key?: string): Promise<void>
  fill(field: Locator, value: string): Promise<void>
  selectTab(name: string): Promise<void>
  /** Opens the palette, types, and chooses the entry with the arrow keys. */
  goTo(search: string, entry: Locator): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const { keyboard } = page
  const reach = async (control: Locator): Promise<void> => {
    await control.waitFor()
    for (let step = 0; !(await hasFocus(control)); step += 1) {
      if (step === mostSteps) throw new Error(`${control} has no focus after ${mostSteps} presses of Tab.`)
      await keyboard.press('Tab')
    }
    expect(await control.evaluate(showsFocus), `${control} shows its focus`).toBe(true)
  }
  const choose = async (entry: Locator): Promise<void> => {
    await entry.waitFor()
    for (let step = 0; !(await hasFocus(entry)); step += 1) {
      if (step === mostSteps) throw new Error(`${entry} is not reached with the arrow keys.`)
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('Enter')
  }
  return {
    reach,
    async press(control, key = 'Enter') {
      await reach(control)
      await keyboard.press(key)
    },
    async fill(field, value) {
      await reach(field)
      await keyboard.press('Control+a')
      await keyboard.type(value)
    },
    async selectTab(name) {
      await reach(page.getByRole('tab', { selected: true }).first())
      const tabs = await page.getByRole('tab').allTextContents()
      for (let step = 0; step < tabs.length; step += 1) {
        if (await page.getByRole('tab', { name, selected: true }).isVisible()) return
        await keyboard.press('ArrowRight')
      }
      throw new Error(`The tab ${name} was not selected.`)
    },
    async goTo(search, entry) {
      await keyboard.press('Control+k')
      await page.getByPlaceholder('Search, or type a command…').waitFor()
      await keyboard.type(search)
      await choose(entry)
    },
  }
}

/** An entry of a list below a text field is focused by `aria-activedescendant`; the focus stays in the field. */
const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate(
    (element) =>
      element === document.activeElement ||
      element.id === document.activeElement?.getAttribute('aria-activedescendant') ||
      element.hasAttribute('data-focused'),
  )

/** An outline, or the ring of 2 pixels of a field, on the control, its pseudo-element, or an element that frames it. */
const showsFocus = (control: Element): boolean => {
  const frames = [
    control,
    control.parentElement,
    control.parentElement?.parentElement,
    control.nextElementSibling,
  ]
  const styles = frames.flatMap((frame) =>
    frame ? [getComputedStyle(frame), getComputedStyle(frame, '::after')] : [],
  )
  return styles.some(
    ({ outlineStyle, outlineWidth, boxShadow }) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
      boxShadow.includes(' 0px 0px 0px 2px'),
  )
}
