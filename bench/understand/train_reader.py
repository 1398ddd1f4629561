"""Learns the reader of instructions: `python3 train_reader.py EXAMPLES WEIGHTS [SEED]`, called by bench/train-reader.ts (needs Debian's python3-torch).

What is seen of each token becomes a vector, a long short-term memory in both directions reads the sentence, a conditional random field tags it, and
each act is named from the states of its words. The same examples give the same weights. Examples are JSON lines: `features` and `tags` by token;
`acts`, each `name` and `parts` of role, first and last token; `isHeld` for those that are only read, to tell how much is read right.
"""

import collections
import json
import math
import random
import struct
import sys

import numpy
import torch
from torch import nn
from torch.nn import functional

ROLES = ['verb', 'target', 'old', 'new', 'where', 'pages', 'look', 'count', 'keep', 'talk']
ACT_ROLES = ROLES[:8]
TAGS = ['O'] + [mark + role for role in ROLES for mark in ('B-', 'I-')] + ['A-' + role for role in ACT_ROLES]
SIZE, STATES, HIDDEN = 96, 112, 96
SEEN_MIN = 4
EPOCHS, BATCH, RATE, WARM_STEPS = 6, 24, 2e-3, 50
DROPPED, FEATURES_DROPPED = 0.35, 0.2
FEATURES_TIMES = 0.5
ACTS_TIMES = 2


class Reader(nn.Module):
    def __init__(self, features, acts):
        super().__init__()
        self.features = nn.EmbeddingBag(features + 1, SIZE, mode='sum', padding_idx=0, sparse=True)
        nn.init.normal_(self.features.weight, std=0.1)
        with torch.no_grad():
            self.features.weight[0] = 0
        self.memory = nn.LSTM(SIZE, STATES, bidirectional=True, batch_first=True)
        self.tags = nn.Linear(2 * STATES + SIZE, len(TAGS))
        self.steps = nn.Parameter(torch.zeros(len(TAGS), len(TAGS)))
        self.start = nn.Parameter(torch.zeros(len(TAGS)))
        self.roles = nn.Parameter(torch.randn(len(ACT_ROLES), 2 * STATES))
        self.hidden = nn.Linear(4 * STATES, HIDDEN)
        self.acts = nn.Linear(HIDDEN + len(ACT_ROLES), acts)
        self.drop = nn.Dropout(DROPPED)

    def read(self, batch):
        """Scores of the tags of each token, and its state."""
        count, length = batch['mask'].shape
        seen = self.features(batch['features'], batch['offsets']).view(count, length, SIZE) * FEATURES_TIMES
        seen = self.drop(torch.tanh(seen))
        packed = nn.utils.rnn.pack_padded_sequence(seen, batch['lengths'], batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.memory(packed)[0], batch_first=True, total_length=length)
        states = self.drop(states)
        return self.tags(torch.cat([states, seen], -1)), states

    def name_acts(self, states, acts):
        seen = []
        for row, parts in acts:
            has = torch.zeros(len(ACT_ROLES))
            words = []
            for role, first, last in parts:
                at = ACT_ROLES.index(role)
                has[at] = 1
                words.append(states[row, first : last + 1] * torch.sigmoid(self.roles[at]))
            words = torch.cat(words)
            seen.append(torch.cat([words.mean(0), words.max(0)[0], has]))
        seen = torch.stack(seen)
        hidden = functional.relu(self.hidden(self.drop(seen[:, : 4 * STATES])))
        return self.acts(torch.cat([hidden, seen[:, 4 * STATES :]], 1))

    def loss(self, scores, batch):
        """Minus the logarithm of the probability of the right tags."""
        tags, mask = batch['tags'], batch['mask']
        forward = self.start + scores[:, 0]
        right = self.start[tags[:, 0]] + scores[:, 0].gather(1, tags[:, :1])[:, 0]
        for at in range(1, mask.shape[1]):
            step = torch.logsumexp(forward.unsqueeze(2) + self.steps, 1) + scores[:, at]
            forward = torch.where(mask[:, at : at + 1], step, forward)
            right = right + mask[:, at] * (self.steps[tags[:, at - 1], tags[:, at]] + scores[:, at].gather(1, tags[:, at : at + 1])[:, 0])
        return torch.logsumexp(forward, 1) - right

    def likeliest(self, scores, lengths):
        found = []
        for row, length in enumerate(lengths):
            best, back = self.start + scores[row, 0], []
            for at in range(1, length):
                highest, come = (best.unsqueeze(1) + self.steps).max(0)
                best = highest + scores[row, at]
                back.append(come)
            path = [int(best.argmax())]
            for come in reversed(back):
                path.append(int(come[path[-1]]))
            found.append(path[::-1])
        return found


def batch_of(rows, names, is_learning):
    length = max(len(row['tags']) for row in rows)
    features, offsets = [], []
    for row in rows:
        for at in range(length):
            offsets.append(len(features))
            for feature in row['ids'][at] if at < len(row['ids']) else []:
                if not is_learning or random.random() >= FEATURES_DROPPED:
                    features.append(feature)
    lengths = [len(row['tags']) for row in rows]
    tags = torch.zeros(len(rows), length, dtype=torch.long)
    for at, row in enumerate(rows):
        tags[at, : lengths[at]] = torch.tensor([TAGS.index(tag) for tag in row['tags']])
    acts = [(at, act) for at, row in enumerate(rows) for act in row['acts'] if act['parts'] and act['name'] in names]
    return {
        'features': torch.tensor(features or [0]),
        'offsets': torch.tensor(offsets),
        'lengths': torch.tensor(lengths),
        'mask': torch.arange(length) < torch.tensor(lengths).unsqueeze(1),
        'tags': tags,
        'acts': [(at, act['parts']) for at, act in acts],
        'names': torch.tensor([names.index(act['name']) for _, act in acts], dtype=torch.long),
    }


def learn(rows, features, names):
    model = Reader(len(features), len(names))
    sparse = [model.features.weight]
    dense = [weight for name, weight in model.named_parameters() if name != 'features.weight']
    optimisers = [torch.optim.Adam(dense, lr=RATE), torch.optim.SparseAdam(sparse, lr=RATE)]
    total, step = EPOCHS * math.ceil(len(rows) / BATCH), 0
    for epoch in range(EPOCHS):
        model.train()
        order = random.sample(rows, len(rows))
        batches = []
        for at in range(0, len(order), BATCH * 20):
            alike = sorted(order[at : at + BATCH * 20], key=lambda row: len(row['tags']))
            batches += [alike[one : one + BATCH] for one in range(0, len(alike), BATCH)]
        random.shuffle(batches)
        lost = 0.0
        for own in batches:
            for optimiser in optimisers:
                for group in optimiser.param_groups:
                    group['lr'] = RATE * min(1, step / WARM_STEPS) * (1 - step / (total + 1))
                optimiser.zero_grad()
            batch = batch_of(own, names, True)
            scores, states = model.read(batch)
            losses = model.loss(scores, batch)
            loss = losses.sum() / BATCH * 1.5
            if batch['acts']:
                loss = loss + ACTS_TIMES * functional.cross_entropy(model.name_acts(states, batch['acts']), batch['names'])
            loss.backward()
            nn.utils.clip_grad_norm_(dense, 5)
            for optimiser in optimisers:
                optimiser.step()
            step += 1
            lost += losses.sum().item()
        print(f'epoch {epoch + 1} of {EPOCHS}: {lost / len(rows):.2f}', file=sys.stderr, flush=True)
    return model


def acts_of(tags):
    """Of each act its parts but for verbs and counts, as they are compared."""
    acts, part = [], None
    for at, tag in enumerate(tags):
        mark, _, role = tag.partition('-')
        if role == '':
            part = None
        elif mark == 'I' and part and part[0] == role:
            part[1].append(at)
        else:
            part = (role, [at])
            if role in ACT_ROLES:
                if mark == 'A' or not acts:
                    acts.append([])
                acts[-1].append(part)
    return acts


def measure(model, rows, names):
    model.eval()
    told = collections.Counter()
    with torch.no_grad():
        for from_ in range(0, len(rows), BATCH):
            own = rows[from_ : from_ + BATCH]
            batch = batch_of(own, names, False)
            scores, states = model.read(batch)
            if batch['acts']:
                told['acts'] += len(batch['acts'])
                told['right acts'] += int((model.name_acts(states, batch['acts']).argmax(1) == batch['names']).sum())
            for row, path in zip(own, model.likeliest(scores, batch['lengths'].tolist())):
                tags = [TAGS[tag] for tag in path]
                told['tokens'] += len(tags)
                told['right tokens'] += sum(one == other for one, other in zip(tags, row['tags']))
                words = lambda all_: [[(role, [at for at in own_ if row['isWord'][at]]) for role, own_ in act if role not in ('verb', 'count')] for act in acts_of(all_)]
                told['instructions'] += 1
                told['right instructions'] += words(tags) == words(row['tags'])
    share = lambda name: round(told['right ' + name] / max(1, told[name]), 3)
    return {'instructions': told['instructions'], 'tokens': share('tokens'), 'whole': share('instructions'), 'acts': share('acts')}


def write(model, features, names, path):
    state = model.state_dict()
    tensors = []

    def add(name, tensor, size):
        numbers = tensor.double().numpy().reshape(-1, tensor.shape[-1])
        highest = 127 if size == 1 else 32767
        most = numpy.quantile(numpy.abs(numbers), 0.9999) if size == 1 else numpy.abs(numbers).max()
        scale = float(max(most, 1e-9)) / highest
        whole = numpy.clip(numpy.round(numbers / scale), -highest, highest).astype(numpy.int8 if size == 1 else '<i2')
        tensors.append(({'name': name, 'rows': whole.shape[0], 'columns': whole.shape[1], 'bytes': size, 'scale': scale}, whole))

    add('features', state['features.weight'], 1)
    for side, end in (('forward', ''), ('backward', '_reverse')):
        add(f'{side}.in', state[f'memory.weight_ih_l0{end}'], 2)
        add(f'{side}.state', state[f'memory.weight_hh_l0{end}'], 2)
        add(f'{side}.bias', state[f'memory.bias_ih_l0{end}'] + state[f'memory.bias_hh_l0{end}'], 2)
    for name, own in (('tags', 'tags.weight'), ('tags.bias', 'tags.bias'), ('steps', 'steps'), ('start', 'start'), ('acts.roles', 'roles')):
        add(name, state[own], 2)
    for name in ('hidden', 'acts'):
        add(name, state[f'{name}.weight'], 2)
        add(f'{name}.bias', state[f'{name}.bias'], 2)
    head = {'tags': TAGS, 'acts': names, 'features': features, 'tensors': [tensor for tensor, _ in tensors]}
    told = json.dumps(head, ensure_ascii=False, separators=(',', ':')).encode()
    with open(path, 'wb') as file:
        file.write(struct.pack('<I', len(told)) + told)
        for _, numbers in tensors:
            file.write(numbers.tobytes())


def main():
    examples, path, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1
    torch.set_num_threads(1)
    random.seed(seed)
    torch.manual_seed(seed)
    with open(examples, encoding='utf8') as file:
        rows = [row for row in map(json.loads, file) if row['tags']]
    learned = [row for row in rows if not row['isHeld']]
    counts = collections.Counter(feature for row in learned for own in row['features'] for feature in own)
    features = sorted(feature for feature, count in counts.items() if count >= SEEN_MIN)
    numbers = {feature: at + 1 for at, feature in enumerate(features)}
    for row in rows:
        row['ids'] = [[numbers[feature] for feature in own if feature in numbers] for own in row['features']]
    names = sorted({act['name'] for row in learned for act in row['acts']})
    print(f'{len(learned)} instructions, {len(features)} features', file=sys.stderr, flush=True)
    model = learn(learned, features, names)
    write(model, features, names, path)
    held = [row for row in rows if row['isHeld']]
    if held:
        print(json.dumps(measure(model, held, names)))


if __name__ == '__main__':
    main()
