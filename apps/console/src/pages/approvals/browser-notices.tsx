import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bell, BellOff, BellRing } from 'lucide-react'
import { useState } from 'react'
import { Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { startNotices, stopNotices } from './notices.ts'
import { noticesKey } from './notices-key.ts'

type Choice = 'off' | 'on' | 'blocked'

const icons = { off: Bell, on: BellRing, blocked: BellOff } as const

function readChoice(): Choice {
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && localStorage.getItem(noticesKey) ? 'on' : 'off'
}

export const BrowserNotices = () => ('Notification' in window ? <NoticesChoice /> : null)

/** Requests the browser's permission only after the press. */
function NoticesChoice() {
  const notices = t.approvalNotices
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(readChoice)
  const turnOn = async (): Promise<void> => {
    if ((await Notification.requestPermission()) === 'granted') {
      localStorage.setItem(noticesKey, 'on')
      startNotices(queryClient, navigate)
    }
    setChoice(readChoice())
  }
  const turnOff = (): void => {
    localStorage.removeItem(noticesKey)
    stopNotices()
    setChoice(readChoice())
  }
  const Icon = icons[choice]
  const texts = { off: notices.text, on: notices.isOn, blocked: notices.blocked } as const
  return (
    <DialogTrigger>
      <Button kind="quiet" icon={<Icon size={15} aria-hidden />}>
        {notices.title}
      </Button>
      <Popover placement="bottom end" className="overlay-motion w-80 rounded-lg bg-raised shadow-float">
        <Dialog aria-label={notices.title} className="grid justify-items-start gap-3 p-4 outline-none">
          <p className="text-pretty">{texts[choice]}</p>
          {choice === 'off' && (
            <Button size="sm" onPress={() => void turnOn()}>
              {notices.turnOn}
            </Button>
          )}
          {choice === 'on' && (
            <Button size="sm" onPress={turnOff}>
              {notices.turnOff}
            </Button>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
