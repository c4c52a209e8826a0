export const words = {
  days: { one: '{count} day after delivery', other: '{count} days after delivery' },
  sameDay: 'on the day of delivery',
  firstTime: 'at the first sending time after delivery',
  moved: 'moved from {from}',
  Saturday: 'Saturday',
  Sunday: 'Sunday',
  holiday: 'public holiday {name}',
} as const
