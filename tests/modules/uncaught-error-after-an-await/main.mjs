await 0;
function inner() {
  null.property;
}
inner();
