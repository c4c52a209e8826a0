/** The texts of our pages. `{name}` is a placeholder. The other languages have the same keys. */
export const en = {
  // Every page
  error_summary: 'Please check this before sending',
  optional: 'optional',
  send_again: 'Nothing you typed was lost.',
  privacy: 'Your data is held by {holder} and used only for this.',
  privacy_link: 'Privacy policy',
  sending: 'Sending…',
  back_to_store: 'Go to {store}',
  provided_by: 'Reviews by real buyers, kept with Realword',

  // Errors
  unsubscribe_title: 'Unsubscribe',
  unsubscribe_text: '{store} will not ask you for reviews any more, nor tell you about yours.',
  unsubscribe_button: 'Unsubscribe',
  unsubscribed_title: 'You are unsubscribed',
  unsubscribed_text: '{store} sends you no more of these mails.',
  undo_button: 'That was a mistake: send them again',
  subscribed_title: 'You are subscribed again',
  subscribed_text: '{store} may write to you again about what you buy there.',

  link_unknown_title: 'This link does not work',
  link_unknown_text: 'It may be incomplete. Please open it again from the newest email of the store.',
  link_expired_title: 'This link has expired',
  link_expired_text:
    'Thank you for coming by. Please ask the store for a new link if you still want to write.',
  product_unknown_title: 'This product is not here yet',
  product_unknown_text: 'The store has not told us about it. Please ask the store directly.',
  form_unknown_title: 'This form is not available',
  form_unknown_text:
    'The store does not offer it at this address. Please go back to the store and try from there.',
  page_unknown_title: 'There is nothing here',
  page_unknown_text: 'Please go back to the store and try from there.',
  too_many_title: 'One moment, please',
  too_many_text:
    'There were many requests from your network. Please wait a minute, then go back and send again: your browser keeps what you typed.',
  too_large_title: 'That was too much at once',
  too_large_text:
    'Please go back and send less text, or fewer or smaller pictures: up to five for a product, 10 MB each.',
  unreadable_title: 'We could not read that',
  unreadable_text: 'What your browser sent did not arrive whole. Please go back and send it again.',
  unavailable_title: 'We will be right back',
  unavailable_text:
    'Nothing was saved. Please go back and send it again in a minute: your browser keeps what you typed.',
  unexpected_title: 'Something went wrong on our side',
  unexpected_text:
    'Nothing was saved. Please go back and send it again in a minute: your browser keeps what you typed.',

  // Fields of every form
  name: 'Your name',
  email: 'Your email',
  email_missing: 'Type your email, so that the answer can reach you.',
  email_wrong: 'Type one email address, such as ana@example.com.',
  name_missing: 'Type your name, or how you want to be called.',
  name_long: 'Type a shorter name: at most 80 characters.',
  challenge_wrong: 'Please send it once more: your browser was still proving that you are not a robot.',
  challenge_working: 'Checking that you are not a robot…',
  mail_often:
    'Several messages wait for this address to be confirmed already. Open the newest email, or try again tomorrow.',
  noscript_held: 'Without JavaScript this takes a little longer: the store looks at it first.',

  // Question form
  question_title: 'Ask about this product',
  question: 'Your question',
  question_hint: 'Ask about the product, not about an order: everybody can read it.',
  question_missing: 'Type your question.',
  question_long: 'Make your question shorter: at most 2,000 characters.',
  question_name_hint: 'Shown with your question.',
  question_email_hint: 'Never shown. You confirm it once, and the answer comes here.',
  question_send: 'Send question',
  similar_title: 'Maybe one of these answers it?',
  similar_none: 'No, send my question',
  answered_by: '{store} answered',
  question_sent_title: 'Check your email',
  question_sent_text:
    'We sent a message to {email}. Open the link in it, and {store} will get your question. The answer comes by email too.',
  question_again: 'Ask something else',

  // Confirming an address
  confirm_title: 'Confirm your email',
  confirm_question_text: 'Press the button, and {store} gets your question:',
  confirm_review_text: 'Press the button, and {store} gets your review:',
  confirm_button: 'Yes, this is me',
  confirm_not_you:
    'You did not write this? Then close this page: without your confirmation nothing is sent or shown.',
  confirmed_title: 'Thank you!',
  confirmed_question_text: '{store} has your question now. The answer comes to your email.',
  confirmed_review_published: 'Your review is published.',
  confirmed_review_pending: '{store} has your review now. You get an email as soon as it is published.',

  // Reviews
  review_title: 'How was it?',
  review_lead:
    'Hello {name}! Your words help others to choose, and the people of {store} to do better. It takes a minute.',
  review_lead_nameless:
    'Your words help others to choose, and the people of {store} to do better. It takes a minute.',
  review_some: 'Review what you like: products without stars are left out.',
  rating: 'Your rating',
  rating_missing: 'Choose the stars of {product}.',
  rating_none: 'Choose the stars of at least one product.',
  rating_clear: 'Clear',
  stars_1: '1 star: bad',
  stars_2: '2 stars: poor',
  stars_3: '3 stars: okay',
  stars_4: '4 stars: good',
  stars_5: '5 stars: great',
  recommended: 'Would you recommend it?',
  yes: 'Yes',
  no: 'No',
  review_heading: 'Headline',
  review_body: 'Your review',
  review_body_hint: 'What did you use it for? What is good, what could be better?',
  heading_long: 'Make the headline shorter: at most 150 characters.',
  body_long: 'Make the review shorter: at most 5,000 characters.',
  pictures: 'Pictures',
  pictures_hint: 'Up to five, 10 MB each. Where and when they were taken is removed.',
  pictures_add: 'Add pictures',
  picture: 'Picture {number}',
  picture_drop: 'Remove picture {number}',
  picture_uploading: 'Sending the picture…',
  picture_failed: 'That picture did not arrive. Please add it again.',
  picture_type: '“{file}” is not a JPEG, PNG or WebP picture. Choose another one.',
  picture_broken: '“{file}” cannot be read. It may not be whole: choose another one.',
  picture_pixels: '“{file}” has more than 25 megapixels. Choose a smaller one.',
  picture_large: '“{file}” is larger than 10 MB. Choose a smaller one.',
  picture_budget:
    'No more pictures can be taken at the moment. Send your review without them, or add them in an hour.',
  pictures_many: 'Up to five pictures for a product: the first five were kept.',
  picture_gone: 'Your pictures waited too long. Please add them again.',
  pictures_down:
    'Pictures cannot be kept right now, and nothing was sent. Send without new pictures, or try again in a minute.',
  display: 'Which name shall be shown?',
  anonymous: 'Anonymous',
  review_send: 'Send',
  review_update: 'Save changes',
  state_published: 'Published',
  state_pending: 'Waiting for {store}',
  state_rejected: 'Not published. {reason} You can change it and send it again.',
  state_removed: '{store} took this review down. {reason}',
  withdraw: 'Withdraw this review',
  withdraw_text:
    'It disappears from the store with its pictures. You can write a new one while this link is valid.',
  withdraw_button: 'Yes, withdraw it',
  withdrawn_title: 'Withdrawn',
  withdrawn_text: 'Your review is no longer shown.',
  thanks_title: 'Thank you!',
  thanks_text: '{store} and everybody who looks for the same thank you for your words.',
  thanks_edit: 'See or change what you wrote',
  nothing_title: 'Nothing to review',
  nothing_text: 'The order was cancelled or returned, so there is nothing to review any more.',
  draft_found: 'We kept what you typed here last time.',
  draft_discard: 'Start anew',

  // Reviews without an order
  write_title: 'Write a review',
  write_name_hint: 'Shown with your review.',
  write_email_hint: 'Never shown. You confirm it once, before your review goes to the store.',
  write_sent_text: 'We sent a message to {email}. Open the link in it, and {store} will get your review.',
}

export type Texts = { [Key in keyof typeof en]: string }
