// Components of vue rendered on the server, from templates and render functions, and its reactivity alone.
import { computed, createSSRApp, defineComponent, effectScope, h, inject, nextTick, provide, reactive, readonly, ref, toRefs, watch, watchEffect } from 'vue';
import { renderToString } from 'vue/server-renderer';
import type { PropType } from 'vue';

interface Item { id: number; label: string }
const List = defineComponent({
  props: { items: { type: Array as PropType<Item[]>, required: true } },
  setup(props, { slots }) {
    const theme = inject('theme', 'none');
    return () => h('ul', { class: ['list', theme] }, props.items.map((item) => h('li', { key: item.id }, slots.default ? slots.default(item) : item.label)));
  },
});
const app = createSSRApp({
  components: { List },
  setup() {
    provide('theme', 'dark');
    const count = ref(2);
    const double = computed(() => count.value * 2);
    return { count, double, items: [{ id: 1, label: 'a & b' }, { id: 2, label: '<c>' }], html: '<i>raw</i>' };
  },
  template: `<main :id="'m' + count" :style="{ color: 'red', fontSize: '2px' }">
    <p v-if="double > 3">double is {{ double }}</p><p v-else>small</p>
    <List :items="items" v-slot="{ label }"><b>{{ label.toUpperCase() }}</b></List>
    <span v-html="html"></span><input v-model="count" :disabled="false"><template v-for="n in 2">{{ n }},</template>
  </main>`,
});
console.log(await renderToString(app));

const state = reactive({ n: 1, nested: { list: [1, 2] } });
const log: string[] = [];
const scope = effectScope();
scope.run(() => {
  watchEffect(() => log.push(`effect ${state.n}`));
  watch(() => state.nested.list.length, (now, before) => log.push(`length ${before}->${now}`));
});
state.n = 2;
state.nested.list.push(3);
await nextTick();
scope.stop();
state.n = 3;
await nextTick();
console.log(log, toRefs(state).n.value, computed(() => state.n + 1).value);
const warn = console.warn;
console.warn = (text: string) => console.log('warned:', text.split('.')[0]);
(readonly(state) as { n: number }).n = 9;
console.warn = warn;
