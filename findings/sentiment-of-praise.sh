#!/usr/bin/env bash
# Reviews that praise by saying what was not wrong, or what the product was bought against, and complaints without a bad word, by five
# libraries that score sentiment: four in English, one in Portuguese, Italian, German and Spanish.
# Guess:   praise with a negation ("No complaints at all", "Not bad at all") is mostly found good in English, least reliably in Portuguese.
# Seen:    vader-sentiment 1.1.3 finds "Not bad at all" and "Could not be happier" bad. It, sentiment
#          5.0.2 and ml-sentiment 2.0.7 find "No complaints at all" bad, as "no" is a bad word itself. "Fell apart", "Arrived late",
#          "One star" and "5 stars" are neutral for all, "Would be great if it worked" is good for all. multilang-sentiment
#          2.0.0 finds "Sem defeitos" (without faults) and "Niente male" (not bad at all) bad.
# Matters: moderation by such a score holds back praise for medicines, mosquito traps and reliable products, and publishes
#          complaints. The stars beside the text say more.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund sentiment@5.0.2 vader-sentiment@1.1.3 natural@8.1.1 ml-sentiment@2.0.7 \
  multilang-sentiment@2.0.0
cat > run.cjs <<'JS'
const log = console.log
console.log = () => {} // of a package that greets
const Sentiment = require('sentiment')
const vader = require('vader-sentiment').SentimentIntensityAnalyzer
const natural = require('natural')
const machine = require('ml-sentiment')()
const multilang = require('multilang-sentiment')
const afinn = new natural.SentimentAnalyzer('English', natural.PorterStemmer, 'afinn')
const word = score => (score > 0 ? 'good' : score < 0 ? 'bad' : 'neutral')
const scores = {
  sentiment: text => new Sentiment().analyze(text).score,
  vader: text => vader.polarity_scores(text).compound,
  natural: text => afinn.getSentiment(text.toLowerCase().match(/[a-z]+/g)),
  'ml-sentiment': text => machine.classify(text),
}
const praise = ['No complaints at all', 'Not bad at all', 'Could not be happier', 'My baby stopped crying', 'Takes the pain away', 'Kills all germs', '5 stars']
const blame = ['Fell apart', 'Arrived late', 'Looks nothing like the picture', 'Would be great if it worked', 'One star']
for (const text of [...praise, '', ...blame])
  log(text && `${text}: ${Object.entries(scores).map(([name, score]) => `${name} ${word(score(text))}`).join(', ')}`)
for (const [language, text] of [['pt', 'Sem defeitos'], ['it', 'Niente male'], ['de', 'Nicht schlecht'], ['es', 'No me gustó']])
  log(`${text}: multilang-sentiment ${word(multilang(text, language).score)}`)
JS
diff - <(node run.cjs) <<'SEEN'
No complaints at all: sentiment bad, vader bad, natural good, ml-sentiment bad
Not bad at all: sentiment good, vader bad, natural good, ml-sentiment good
Could not be happier: sentiment neutral, vader bad, natural neutral, ml-sentiment neutral
My baby stopped crying: sentiment bad, vader bad, natural bad, ml-sentiment bad
Takes the pain away: sentiment bad, vader bad, natural bad, ml-sentiment bad
Kills all germs: sentiment bad, vader bad, natural bad, ml-sentiment bad
5 stars: sentiment neutral, vader neutral, natural neutral, ml-sentiment neutral

Fell apart: sentiment neutral, vader neutral, natural neutral, ml-sentiment neutral
Arrived late: sentiment neutral, vader neutral, natural neutral, ml-sentiment neutral
Looks nothing like the picture: sentiment good, vader bad, natural good, ml-sentiment good
Would be great if it worked: sentiment good, vader good, natural good, ml-sentiment good
One star: sentiment neutral, vader neutral, natural neutral, ml-sentiment neutral
Sem defeitos: multilang-sentiment bad
Niente male: multilang-sentiment bad
Nicht schlecht: multilang-sentiment good
No me gustó: multilang-sentiment bad
SEEN
echo 'As seen with sentiment 5.0.2, vader-sentiment 1.1.3, natural 8.1.1, ml-sentiment 2.0.7 and multilang-sentiment 2.0.0.'
