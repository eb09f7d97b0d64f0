import { AppWindow, Cog, Globe, type LucideIcon, Smartphone, Tv } from 'lucide-react'
import type { PresetName } from './presets.ts'

export const presetIcons: Readonly<Record<PresetName, LucideIcon>> = {
  web: Globe,
  browser: AppWindow,
  native: Smartphone,
  machine: Cog,
  device: Tv,
}
