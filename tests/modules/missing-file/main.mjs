import './ok.mjs';
import './not-there.mjs';
