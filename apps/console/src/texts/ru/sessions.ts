import type { Russian } from '../types.ts'

export const sessions: Russian<'sessions'> = {
  text: 'Где вы вошли в консоль. Завершите незнакомые сеансы, затем смените пароль.',
  browser: 'Браузер',
  thisBrowser: 'Этот браузер',
  anotherBrowser: 'Другой браузер',
  lastSeen: 'Активность',
  signedIn: 'Вход выполнен',
  endsAt: 'Завершится не позднее',
  end: 'Завершить',
  ended: 'Сеанс завершён.',
  nowhere: 'Нет активных сеансов',
}
