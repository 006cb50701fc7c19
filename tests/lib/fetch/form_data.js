'use strict';
// FormData.

const { show } = require('../table.js');

show(
  () => new FormData(1),
  () => new FormData(null),
  () => new FormData(undefined),
  () => new FormData({}),
  () => new FormData().append(),
  () => new FormData().append("a"),
  () => new FormData().append("a","b","c"),
  () => new FormData().append("a",new Blob([]),"c"),
  () => (()=>{const f=new FormData();f.append("a",1);f.append("a",null);f.set("b",{});return [...f]})(),
  () => new FormData().get(),
  () => new FormData().getAll("x"),
  () => new FormData().get("x"),
  () => new FormData().delete(),
  () => new FormData().has(),
  () => new FormData().forEach(1),
  () => FormData.prototype.get.call({}, "a"),
  () => (()=>{const f=new FormData();f.append("\ud800","\ud800");return [...f]})(),
  () => (()=>{const f=new FormData();f.append("a",new File(["x"],"n",{lastModified:5}));return f.get("a").lastModified})(),
  () => structuredClone(new FormData()),
  () => Object.getOwnPropertyNames(FormData.prototype).join(),
);
