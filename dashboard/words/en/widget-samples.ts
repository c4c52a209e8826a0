export const words = {
  product: 'Moka pot, 6 cups',
  reviews: [
    [
      'Hannah W.',
      'Coffee as it should be',
      'Heats fast, pours without a drip, and the handle stays cool. I use it every morning.',
    ],
    ['Marcus', 'Well made', 'Heavier than it looks in the pictures. The lid closes tightly.'],
    ['Priya S.', 'Good gift', 'Bought it for my father. It arrived in two days, well packed.'],
    ['Tom', 'Smaller than I thought', 'Six small cups are two mugs. Great coffee all the same.'],
    ['Elena R.', '', 'My second one: the first is ten years old and still works.'],
  ],
  reply: 'Thank you, Tom. For larger mugs we also have the 9-cup pot.',
  questions: [
    ['Ben', 'Does it work on induction?', 'Yes, from a base of 12 cm.'],
    ['Alice', 'Can it go in the dishwasher?', 'Please wash it by hand: the dishwasher dulls the aluminum.'],
  ],
} as const
